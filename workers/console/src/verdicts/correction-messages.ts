/** Texts of the forms that correct a wrong verdict, in English. */
export const correctionsInEnglish = {
  correction: {
    title: (id: string) => `Correct: the linked payment ${id}`,
    warning:
      'This payment counts as not paid. Your verdict records it as paid for good: it pays the order, or, if the order is paid otherwise, it becomes a disputed payment that can be returned. If nothing was taken, you would return money that never came.',
    choices: {
      paid: [
        'The wallet was charged after all',
        'Needs the transaction id where it is not known: look it up in the daily file or on the merchant web site.',
      ],
    },
  },
  transactionCorrection: {
    warning:
      'A person has named a transaction for it, and the service names another one. Your verdict replaces it by the one that the service names, and cannot be undone. Nothing is taken, sent or returned; the shop gets an event.',
    choice: [
      'The service names the right transaction',
      'Look both up in the daily file or on the merchant web site before.',
    ],
    service: 'Transaction named by the service',
    present: 'Transaction named by a person',
  },
  refundCorrection: {
    title: (id: string) => `Correct: refund ${id}`,
    warning:
      'A person has recorded this refund, or a half of it, as not returned, and the shop was told so: it may have returned the amount again by another refund. Your verdict records it as returned for good. Nothing is sent; the shop gets `order.refunded`.',
    choices: {
      refunded: ['It was returned after all', 'All of it is back in the wallet.'],
      money: ['The money alone was returned after all', 'The points still count as not returned.'],
      points: [
        'The points alone were returned after all',
        'The money still counts as not returned.',
      ],
    },
    halfChoices: {
      refunded: [
        'The other half was returned after all',
        'All of the refund is back in the wallet.',
      ],
      money: [],
      points: [],
    },
    code: 'Wallet transaction code of the refund',
    codeProblem:
      'Give the wallet transaction code that the service has for this refund and nothing else, 1 to 30 characters without spaces: it is in the daily file, and on the merchant web site.',
    service: 'Returned, according to the service',
    left: 'Left to return of the payment',
    exceeding: (left: string) =>
      `Nothing was changed: later refunds have used what the payment had (${left} is left to return), and an alert was raised. Look every refund of the order up at the service. Settle one that was not made, then correct this one again; if all were made, claim the excess back.`,
  },
  transferCorrection: {
    title: (id: string) => `Correct: transfer ${id}`,
    warning:
      'A person has recorded this transfer as not made, and the shop was told so: it may have sent the money again under another id. Your verdict records it as made for good. Nothing is sent; the shop gets `transfer.succeeded`.',
    choices: {
      succeeded: [
        'It was made after all',
        'Needs the transaction id: look it up in the daily file or on the merchant web site.',
      ],
    },
  },
}

/** Texts of the forms that correct a wrong verdict, in Vietnamese. */
export const correctionsInVietnamese: typeof correctionsInEnglish = {
  correction: {
    title: (id) => `Sửa lại: khoản trả bằng ví liên kết ${id}`,
    warning:
      'Khoản này đang được tính là chưa thanh toán. Kết luận của bạn sẽ tính là đã thanh toán và không đổi lại được: khoản này trả cho đơn, hoặc trở thành khoản tranh chấp có thể hoàn nếu đơn đã được trả bằng cách khác. Nếu thực tế ví chưa bị trừ tiền, bạn sẽ hoàn số tiền chưa từng nhận.',
    choices: {
      paid: [
        'Thực tế ví đã bị trừ tiền',
        'Cần mã giao dịch nếu chưa biết: hãy tra trong tệp đối soát hoặc trên trang đối tác.',
      ],
    },
  },
  transactionCorrection: {
    warning:
      'Một người đã nêu mã giao dịch cho khoản này, và dịch vụ nêu mã khác. Kết luận của bạn sẽ thay bằng mã mà dịch vụ nêu và không đổi lại được. Không thu, không chuyển và không hoàn tiền; cửa hàng nhận một sự kiện.',
    choice: [
      'Mã mà dịch vụ nêu là đúng',
      'Hãy tra cả hai mã trong tệp đối soát hoặc trên trang đối tác trước.',
    ],
    service: 'Mã giao dịch mà dịch vụ nêu',
    present: 'Mã giao dịch mà một người đã nêu',
  },
  refundCorrection: {
    title: (id) => `Sửa lại: khoản hoàn ${id}`,
    warning:
      'Một người đã kết luận khoản hoàn này, hoặc một nửa của nó, chưa được hoàn, và cửa hàng đã được báo như vậy: có thể số đó đã được hoàn lại bằng khoản khác. Kết luận của bạn sẽ tính là đã hoàn và không đổi lại được. Không có gì được gửi đi; cửa hàng nhận `order.refunded`.',
    choices: {
      refunded: ['Thực tế đã hoàn', 'Toàn bộ đã trở về ví.'],
      money: ['Thực tế chỉ tiền đã hoàn', 'Điểm vẫn được tính là chưa hoàn.'],
      points: ['Thực tế chỉ điểm đã hoàn', 'Tiền vẫn được tính là chưa hoàn.'],
    },
    halfChoices: {
      refunded: ['Thực tế nửa kia đã hoàn', 'Toàn bộ khoản hoàn đã trở về ví.'],
      money: [],
      points: [],
    },
    code: 'Mã giao dịch ví của khoản hoàn',
    codeProblem:
      'Hãy nhập mã giao dịch ví mà dịch vụ dùng cho riêng khoản hoàn này, 1 đến 30 ký tự không có khoảng trắng: mã có trong tệp đối soát và trên trang đối tác.',
    service: 'Dịch vụ nói đã hoàn',
    left: 'Khoản thanh toán còn có thể hoàn',
    exceeding: (left) =>
      `Chưa thay đổi gì: các khoản hoàn sau đã dùng phần của khoản thanh toán (còn có thể hoàn ${left}), và đã có cảnh báo. Hãy tra từng khoản hoàn của đơn tại dịch vụ. Khoản nào chưa thực hiện thì kết luận như vậy rồi sửa lại khoản này; nếu tất cả đều đã thực hiện, hãy đòi lại phần thừa.`,
  },
  transferCorrection: {
    title: (id) => `Sửa lại: khoản chuyển ${id}`,
    warning:
      'Một người đã kết luận khoản chuyển này chưa được thực hiện, và cửa hàng đã được báo như vậy: có thể tiền đã được chuyển lại với mã khác. Kết luận của bạn sẽ tính là đã chuyển và không đổi lại được. Không có gì được gửi đi; cửa hàng nhận `transfer.succeeded`.',
    choices: {
      succeeded: [
        'Thực tế đã chuyển',
        'Cần mã giao dịch: hãy tra trong tệp đối soát hoặc trên trang đối tác.',
      ],
    },
  },
}
