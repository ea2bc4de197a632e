/** Every text of the checkout's pages, in English. */
export const english = {
  brand: 'Checkout',
  skip: 'Skip to the content',
  otherLanguage: 'Tiếng Việt',
  order: 'Order',
  description: 'For',
  payBefore: 'Pay before',
  timeLeft: 'Time left',
  paidAt: 'Paid at',
  returned: 'Returned',
  points: 'points',
  paidWith: 'Paid with',
  backToShop: 'Back to the shop',
  refreshes: 'This page refreshes itself.',
  offline:
    'This page cannot be updated right now; you may be offline. It updates itself as soon as it can, and a payment that you have confirmed is not lost.',

  qrTitle: 'Scan to pay',
  qrImage: 'QR code of this payment',
  qrSteps: [
    'Open your wallet app and choose Scan.',
    'Point the camera at this code.',
    'Check the amount and confirm.',
  ],
  qrLeft: 'The code is valid for',
  qrValidUntil: 'The code is valid until',
  qrListening: 'Waiting for your payment',
  payOnThisDevice: 'Pay on this device instead',
  payByQr: 'Pay by QR instead',
  payNow: 'Continue to pay',

  busyTitle: 'Preparing your payment',
  busyText: 'One moment: the payment page is being opened.',

  tryAgain: 'Try again',
  openShopLink: 'To see the order, open the link that the shop gave you.',

  linked: {
    confirm: {
      title: 'Pay with your linked wallet',
      text: 'Nothing is charged until you press the button.',
    },
    otp: {
      title: 'Enter the code from your wallet',
      text: 'Your wallet has been asked for this amount and has sent a one-time code to your phone.',
    },
    repeat: {
      title: 'We have not heard from your wallet',
      text: 'Your code may have been taken. Enter a code again to find out: this payment is charged once at most. Please do not pay in another way.',
    },
    notLinked: {
      title: 'No wallet is linked',
      text: 'Link your wallet in the shop first, or pay in another way.',
    },
    payWith: 'Pay with wallet',
    usePoints: 'Use points',
    pointsLabel: 'Points to use',
    pointWorth: 'A point is worth',
    maxPoints: 'For this order at most',
    pointsWrong: 'This number of points cannot be used here. Nothing has been charged.',
    askedFor: 'To be paid with',
    otpLabel: 'One-time code',
    otpConfirm: 'Confirm the payment',
    otpWrong: 'That code was not accepted: it may be wrong or out of date.',
    otpTriesLeft: 'Tries left',
    otpLeft: 'Enter the code within',
    otpValidUntil: 'Enter the code by',
    otpUnchecked:
      'Your code could not be checked just now. Nothing has been charged, and no try was lost: please enter it again.',
    notDone:
      'That could not be done just now: the wallet does not say yet how an earlier payment of this order stands. Please try again in a minute.',
    codeExpired:
      'The time for the code is over. Nothing has been charged. Press the button to pay with a new code.',
    noCode: 'Has no code come?',
    newCode: 'Send a new code',
    newCodeSent:
      'Your wallet has been asked for a new code. Only the newest code counts, and this order is charged once at most.',
    newCodeTooSoon:
      'The code was sent less than a minute ago. Please wait for it a little longer, then ask for a new one here.',
    failed: 'The payment was not made. Nothing has been charged.',
    otherWay: 'Pay in another way',
  },

  errors: {
    notFound: {
      title: 'There is nothing here',
      text: 'The address may be incomplete. Please open the link of the shop again.',
    },
    badForm: {
      title: 'The form did not arrive whole',
      text: 'Nothing was charged by it. Please go back and send it again; if that does not help, open the link of the shop again.',
    },
    rateLimited: { title: 'Too many requests', text: 'Please wait a minute and try again.' },
    unavailable: {
      title: 'We will be back in a moment',
      text: 'The order could not be read just now. Your payment is safe; please try again.',
    },
    notStarted: {
      title: 'The payment could not be started',
      text: 'Nothing has been charged. Please try again; if it keeps happening, tell the shop the order number.',
    },
  },

  states: {
    waiting: {
      title: 'Waiting for your payment',
      text: 'As soon as the wallet reports your payment, you will see it here.',
    },
    failed: {
      title: 'The payment did not go through',
      text: 'Nothing has been charged. You can try again or choose another way to pay.',
    },
    lapsed: {
      title: 'No payment has been seen in time',
      text: 'If you did pay in the last moment, it will still appear here: do not pay again. Otherwise you can try again or choose another way to pay.',
    },
    confirming: {
      title: 'Your payment is being confirmed',
      text: 'The wallet has reported your payment. We are checking the amount; this takes a few seconds.',
    },
    paid: {
      title: 'Paid. Thank you!',
      text: 'Your payment is confirmed.',
    },
    expired: {
      title: 'The time to pay is over',
      text: 'No payment has been seen. If you did pay in the last moment, it will still appear here: do not pay again.',
    },
    denied: {
      title: 'No payment was made',
      text: 'The wallet had reported a payment, but on being asked it says that there is none. If money has left your wallet all the same, do not pay again: contact the shop.',
    },
    disputed: {
      title: 'We are looking at this payment',
      text: 'Something about it does not match the order. You do not need to pay again; the shop will contact you.',
    },
    held: {
      title: 'Your payment is set aside',
      text: 'The amount has left your wallet and is held for this order. The shop receives it when it confirms the order; otherwise it goes back to your wallet.',
    },
    cancelled: {
      title: 'The order was cancelled',
      text: 'The amount that was held for this order is back in your wallet.',
    },
    unsettled: {
      title: 'We are finding out about your payment',
      text: 'Your wallet has not told us yet whether it has paid. Please do not pay again: you will see it here as soon as we know.',
    },
    partRefunded: {
      title: 'Partly returned',
      text: 'A part of your payment has been returned to your wallet.',
    },
    refunded: { title: 'Returned', text: 'Your payment has been returned to your wallet.' },
  },
}

/** The messages that every language must have. */
export type Messages = typeof english
