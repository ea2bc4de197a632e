/** A text in both languages of the shop. */
export interface Bilingual {
  readonly vi: string
  readonly en: string
}

/** Drawing of the cover; see `cover-art.ts`. */
export interface Cover {
  readonly ground: string
  readonly ink: string
  readonly motif: 'sun' | 'waves' | 'leaf' | 'steps' | 'lamp' | 'city' | 'gift'
}

/** A book that the shop sells, or a gift card. */
export interface Book {
  readonly id: string
  readonly title: Bilingual
  readonly author: string
  readonly about: Bilingual
  /** Price in whole VND. */
  readonly priceVnd: number
  readonly cover: Cover
  /** Face value of a gift card in thousand VND; books have none. */
  readonly giftCardType?: string
}

/** The books and gift cards that the shop sells, in the order of its start page. */
export const catalogue: readonly Book[] = [
  {
    id: 'morning-river',
    title: { vi: 'Dòng sông buổi sớm', en: 'The Morning River' },
    author: 'Lê Minh Hà',
    about: { vi: 'Một mùa nước nổi ở miền Tây.', en: 'A season of floods in the delta.' },
    priceVnd: 120_000,
    cover: { ground: '#f2b84b', ink: '#7a2e1d', motif: 'sun' },
  },
  {
    id: 'salt-wind',
    title: { vi: 'Gió muối', en: 'Salt Wind' },
    author: 'Trần Quốc An',
    about: { vi: 'Truyện ngắn về một làng chài.', en: 'Stories from a fishing village.' },
    priceVnd: 89_000,
    cover: { ground: '#1f5f7a', ink: '#e8f3f1', motif: 'waves' },
  },
  {
    id: 'quiet-gardens',
    title: { vi: 'Những khu vườn lặng', en: 'Quiet Gardens' },
    author: 'Phạm Thu Nga',
    about: { vi: 'Bốn mùa trong một khu vườn Huế.', en: 'Four seasons in a garden in Hue.' },
    priceVnd: 165_000,
    cover: { ground: '#2f5d43', ink: '#f4e9c9', motif: 'leaf' },
  },
  {
    id: 'small-steps',
    title: { vi: 'Bậc thang nhỏ', en: 'Small Steps' },
    author: 'Đỗ Hải Yến',
    about: { vi: 'Học toán bằng hình vẽ.', en: 'Mathematics in pictures.' },
    priceVnd: 145_000,
    cover: { ground: '#e9ddca', ink: '#b23a48', motif: 'steps' },
  },
  {
    id: 'night-reader',
    title: { vi: 'Người đọc đêm', en: 'The Night Reader' },
    author: 'Vũ Hoàng Long',
    about: { vi: 'Tiểu thuyết trinh thám Hà Nội.', en: 'A detective story from Hanoi.' },
    priceVnd: 138_000,
    cover: { ground: '#2b2d52', ink: '#f6cf65', motif: 'lamp' },
  },
  {
    id: 'city-of-rain',
    title: { vi: 'Thành phố mưa', en: 'City of Rain' },
    author: 'Ngô Bảo Châu Anh',
    about: { vi: 'Tản văn về Sài Gòn.', en: 'Essays about Saigon.' },
    priceVnd: 98_000,
    cover: { ground: '#c9d6df', ink: '#3d4f66', motif: 'city' },
  },
  {
    id: 'gift-card-fifty',
    title: { vi: 'Thẻ quà tặng 50.000\u00a0₫', en: 'Gift card, 50,000\u00a0₫' },
    author: 'Edge Books',
    about: {
      vi: 'Mã quà tặng có ngay sau khi thanh toán.',
      en: 'A gift code, right after the payment.',
    },
    priceVnd: 50_000,
    cover: { ground: '#b23a48', ink: '#f8ece9', motif: 'gift' },
    giftCardType: '50',
  },
]

/** Finds a book by its id. */
export function findBook(id: string): Book | undefined {
  return catalogue.find((book) => book.id === id)
}
