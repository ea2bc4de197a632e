/**
 * The pairs that every test run explores, by the end of the name of their scene: those that have
 * found a defect, and one of each kind.
 */
export const usualPairs: readonly (readonly [scene: string, one: string, other: string])[] = [
  ['nobody has begun to pay', 'startPage', 'payLink'],
  ['an order with a page that was paid', 'callback', 'poll'],
  ['calls paid, and the query does not', 'confirm', 'deny'],
  ['calls paid, and the query does not', 'confirm', 'payFirstPage'],
  ['a paid order', 'whole', 'part'],

  ['a paid order', 'approve', 'refuse'],
  ['a paid order', 'approve', 'sameId'],
  ['unknown, and that was made', 'notBack', 'file'],
  ['unknown, and that was made', 'backUnderCode', 'backUnderOtherCode'],
  ['unknown, and that was not made', 'back', 'file'],
  ['unknown, and that was not made', 'file', 'again'],
  ['of which the money is back', 'pointsNotBack', 'filePoints'],
  ['was called not returned, and went back', 'correctMoney', 'correctPoints'],

  ['money that is held', 'capture', 'release'],
  ['money that is held', 'capture', 'notPaid'],
  ['money that is held', 'release', 'paid'],
  ['money that is held', 'capture', 'releasedByService'],
  ['payment of unknown outcome that was made', 'paid', 'paidOther'],
  ['payment of unknown outcome that was made', 'paid', 'notPaid'],
  ['payment of unknown outcome that was made', 'paidOther', 'filePayment'],
  ['capture of unknown outcome that was made', 'notPaid', 'capture'],
  ['called paid under a wrong transaction', 'fileAndCorrect', 'rest'],
  ['called paid under a wrong transaction', 'correct', 'filePayment'],
  ['whose call was not answered in time', 'payLink', 'paidOther'],
  ['whose call was not answered in time', 'payLink', 'notPaid'],
  ['waits for a code', 'right', 'startPage'],
  ['paid twice', 'returnIt', 'returnPart'],
  ['another amount', 'accept', 'returnIt'],
  ['the service names one transaction', 'callback', 'poll'],
  ['one transaction in question', 'release order-1', 'release order-2'],
  ['a transfer that is asked for', 'send', 'send'],
  ['transfer of unknown outcome that was made', 'refused', 'fileTransfer'],
  ['called made under a wrong transaction', 'correct', 'fileTransfer'],
  ['called made under a wrong transaction', 'fileAndCorrect', 'fileAndCorrect'],
]
