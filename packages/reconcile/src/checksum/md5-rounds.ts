/** The running value of an MD5, and the words of the message that it is taken over. */
export interface Md5State {
  /** Four words of the digest, followed by scratch words of the rounds. */
  readonly chain: Int32Array
  /** The padded message as little-endian words. */
  readonly words: Int32Array
}

function firstRound({ chain, words }: Md5State, at: number): void {
  let a = chain[4] ?? 0
  let b = chain[5] ?? 0
  let c = chain[6] ?? 0
  let d = chain[7] ?? 0
  a = (a + (d ^ (b & (c ^ d))) + (words[at] ?? 0) - 680876936) | 0
  a = ((((a << 7) | (a >>> 25)) >>> 0) + b) | 0
  d = (d + (c ^ (a & (b ^ c))) + (words[at + 1] ?? 0) - 389564586) | 0
  d = ((((d << 12) | (d >>> 20)) >>> 0) + a) | 0
  c = (c + (b ^ (d & (a ^ b))) + (words[at + 2] ?? 0) + 606105819) | 0
  c = ((((c << 17) | (c >>> 15)) >>> 0) + d) | 0
  b = (b + (a ^ (c & (d ^ a))) + (words[at + 3] ?? 0) - 1044525330) | 0
  b = ((((b << 22) | (b >>> 10)) >>> 0) + c) | 0
  a = (a + (d ^ (b & (c ^ d))) + (words[at + 4] ?? 0) - 176418897) | 0
  a = ((((a << 7) | (a >>> 25)) >>> 0) + b) | 0
  d = (d + (c ^ (a & (b ^ c))) + (words[at + 5] ?? 0) + 1200080426) | 0
  d = ((((d << 12) | (d >>> 20)) >>> 0) + a) | 0
  c = (c + (b ^ (d & (a ^ b))) + (words[at + 6] ?? 0) - 1473231341) | 0
  c = ((((c << 17) | (c >>> 15)) >>> 0) + d) | 0
  b = (b + (a ^ (c & (d ^ a))) + (words[at + 7] ?? 0) - 45705983) | 0
  b = ((((b << 22) | (b >>> 10)) >>> 0) + c) | 0
  a = (a + (d ^ (b & (c ^ d))) + (words[at + 8] ?? 0) + 1770035416) | 0
  a = ((((a << 7) | (a >>> 25)) >>> 0) + b) | 0
  d = (d + (c ^ (a & (b ^ c))) + (words[at + 9] ?? 0) - 1958414417) | 0
  d = ((((d << 12) | (d >>> 20)) >>> 0) + a) | 0
  c = (c + (b ^ (d & (a ^ b))) + (words[at + 10] ?? 0) - 42063) | 0
  c = ((((c << 17) | (c >>> 15)) >>> 0) + d) | 0
  b = (b + (a ^ (c & (d ^ a))) + (words[at + 11] ?? 0) - 1990404162) | 0
  b = ((((b << 22) | (b >>> 10)) >>> 0) + c) | 0
  a = (a + (d ^ (b & (c ^ d))) + (words[at + 12] ?? 0) + 1804603682) | 0
  a = ((((a << 7) | (a >>> 25)) >>> 0) + b) | 0
  d = (d + (c ^ (a & (b ^ c))) + (words[at + 13] ?? 0) - 40341101) | 0
  d = ((((d << 12) | (d >>> 20)) >>> 0) + a) | 0
  c = (c + (b ^ (d & (a ^ b))) + (words[at + 14] ?? 0) - 1502002290) | 0
  c = ((((c << 17) | (c >>> 15)) >>> 0) + d) | 0
  b = (b + (a ^ (c & (d ^ a))) + (words[at + 15] ?? 0) + 1236535329) | 0
  b = ((((b << 22) | (b >>> 10)) >>> 0) + c) | 0
  chain[4] = a
  chain[5] = b
  chain[6] = c
  chain[7] = d
}

function secondRound({ chain, words }: Md5State, at: number): void {
  let a = chain[4] ?? 0
  let b = chain[5] ?? 0
  let c = chain[6] ?? 0
  let d = chain[7] ?? 0
  a = (a + (c ^ (d & (b ^ c))) + (words[at + 1] ?? 0) - 165796510) | 0
  a = ((((a << 5) | (a >>> 27)) >>> 0) + b) | 0
  d = (d + (b ^ (c & (a ^ b))) + (words[at + 6] ?? 0) - 1069501632) | 0
  d = ((((d << 9) | (d >>> 23)) >>> 0) + a) | 0
  c = (c + (a ^ (b & (d ^ a))) + (words[at + 11] ?? 0) + 643717713) | 0
  c = ((((c << 14) | (c >>> 18)) >>> 0) + d) | 0
  b = (b + (d ^ (a & (c ^ d))) + (words[at] ?? 0) - 373897302) | 0
  b = ((((b << 20) | (b >>> 12)) >>> 0) + c) | 0
  a = (a + (c ^ (d & (b ^ c))) + (words[at + 5] ?? 0) - 701558691) | 0
  a = ((((a << 5) | (a >>> 27)) >>> 0) + b) | 0
  d = (d + (b ^ (c & (a ^ b))) + (words[at + 10] ?? 0) + 38016083) | 0
  d = ((((d << 9) | (d >>> 23)) >>> 0) + a) | 0
  c = (c + (a ^ (b & (d ^ a))) + (words[at + 15] ?? 0) - 660478335) | 0
  c = ((((c << 14) | (c >>> 18)) >>> 0) + d) | 0
  b = (b + (d ^ (a & (c ^ d))) + (words[at + 4] ?? 0) - 405537848) | 0
  b = ((((b << 20) | (b >>> 12)) >>> 0) + c) | 0
  a = (a + (c ^ (d & (b ^ c))) + (words[at + 9] ?? 0) + 568446438) | 0
  a = ((((a << 5) | (a >>> 27)) >>> 0) + b) | 0
  d = (d + (b ^ (c & (a ^ b))) + (words[at + 14] ?? 0) - 1019803690) | 0
  d = ((((d << 9) | (d >>> 23)) >>> 0) + a) | 0
  c = (c + (a ^ (b & (d ^ a))) + (words[at + 3] ?? 0) - 187363961) | 0
  c = ((((c << 14) | (c >>> 18)) >>> 0) + d) | 0
  b = (b + (d ^ (a & (c ^ d))) + (words[at + 8] ?? 0) + 1163531501) | 0
  b = ((((b << 20) | (b >>> 12)) >>> 0) + c) | 0
  a = (a + (c ^ (d & (b ^ c))) + (words[at + 13] ?? 0) - 1444681467) | 0
  a = ((((a << 5) | (a >>> 27)) >>> 0) + b) | 0
  d = (d + (b ^ (c & (a ^ b))) + (words[at + 2] ?? 0) - 51403784) | 0
  d = ((((d << 9) | (d >>> 23)) >>> 0) + a) | 0
  c = (c + (a ^ (b & (d ^ a))) + (words[at + 7] ?? 0) + 1735328473) | 0
  c = ((((c << 14) | (c >>> 18)) >>> 0) + d) | 0
  b = (b + (d ^ (a & (c ^ d))) + (words[at + 12] ?? 0) - 1926607734) | 0
  b = ((((b << 20) | (b >>> 12)) >>> 0) + c) | 0
  chain[4] = a
  chain[5] = b
  chain[6] = c
  chain[7] = d
}

function thirdRound({ chain, words }: Md5State, at: number): void {
  let a = chain[4] ?? 0
  let b = chain[5] ?? 0
  let c = chain[6] ?? 0
  let d = chain[7] ?? 0
  a = (a + (b ^ c ^ d) + (words[at + 5] ?? 0) - 378558) | 0
  a = ((((a << 4) | (a >>> 28)) >>> 0) + b) | 0
  d = (d + (a ^ b ^ c) + (words[at + 8] ?? 0) - 2022574463) | 0
  d = ((((d << 11) | (d >>> 21)) >>> 0) + a) | 0
  c = (c + (d ^ a ^ b) + (words[at + 11] ?? 0) + 1839030562) | 0
  c = ((((c << 16) | (c >>> 16)) >>> 0) + d) | 0
  b = (b + (c ^ d ^ a) + (words[at + 14] ?? 0) - 35309556) | 0
  b = ((((b << 23) | (b >>> 9)) >>> 0) + c) | 0
  a = (a + (b ^ c ^ d) + (words[at + 1] ?? 0) - 1530992060) | 0
  a = ((((a << 4) | (a >>> 28)) >>> 0) + b) | 0
  d = (d + (a ^ b ^ c) + (words[at + 4] ?? 0) + 1272893353) | 0
  d = ((((d << 11) | (d >>> 21)) >>> 0) + a) | 0
  c = (c + (d ^ a ^ b) + (words[at + 7] ?? 0) - 155497632) | 0
  c = ((((c << 16) | (c >>> 16)) >>> 0) + d) | 0
  b = (b + (c ^ d ^ a) + (words[at + 10] ?? 0) - 1094730640) | 0
  b = ((((b << 23) | (b >>> 9)) >>> 0) + c) | 0
  a = (a + (b ^ c ^ d) + (words[at + 13] ?? 0) + 681279174) | 0
  a = ((((a << 4) | (a >>> 28)) >>> 0) + b) | 0
  d = (d + (a ^ b ^ c) + (words[at] ?? 0) - 358537222) | 0
  d = ((((d << 11) | (d >>> 21)) >>> 0) + a) | 0
  c = (c + (d ^ a ^ b) + (words[at + 3] ?? 0) - 722521979) | 0
  c = ((((c << 16) | (c >>> 16)) >>> 0) + d) | 0
  b = (b + (c ^ d ^ a) + (words[at + 6] ?? 0) + 76029189) | 0
  b = ((((b << 23) | (b >>> 9)) >>> 0) + c) | 0
  a = (a + (b ^ c ^ d) + (words[at + 9] ?? 0) - 640364487) | 0
  a = ((((a << 4) | (a >>> 28)) >>> 0) + b) | 0
  d = (d + (a ^ b ^ c) + (words[at + 12] ?? 0) - 421815835) | 0
  d = ((((d << 11) | (d >>> 21)) >>> 0) + a) | 0
  c = (c + (d ^ a ^ b) + (words[at + 15] ?? 0) + 530742520) | 0
  c = ((((c << 16) | (c >>> 16)) >>> 0) + d) | 0
  b = (b + (c ^ d ^ a) + (words[at + 2] ?? 0) - 995338651) | 0
  b = ((((b << 23) | (b >>> 9)) >>> 0) + c) | 0
  chain[4] = a
  chain[5] = b
  chain[6] = c
  chain[7] = d
}

function fourthRound({ chain, words }: Md5State, at: number): void {
  let a = chain[4] ?? 0
  let b = chain[5] ?? 0
  let c = chain[6] ?? 0
  let d = chain[7] ?? 0
  a = (a + (c ^ (b | ~d)) + (words[at] ?? 0) - 198630844) | 0
  a = ((((a << 6) | (a >>> 26)) >>> 0) + b) | 0
  d = (d + (b ^ (a | ~c)) + (words[at + 7] ?? 0) + 1126891415) | 0
  d = ((((d << 10) | (d >>> 22)) >>> 0) + a) | 0
  c = (c + (a ^ (d | ~b)) + (words[at + 14] ?? 0) - 1416354905) | 0
  c = ((((c << 15) | (c >>> 17)) >>> 0) + d) | 0
  b = (b + (d ^ (c | ~a)) + (words[at + 5] ?? 0) - 57434055) | 0
  b = ((((b << 21) | (b >>> 11)) >>> 0) + c) | 0
  a = (a + (c ^ (b | ~d)) + (words[at + 12] ?? 0) + 1700485571) | 0
  a = ((((a << 6) | (a >>> 26)) >>> 0) + b) | 0
  d = (d + (b ^ (a | ~c)) + (words[at + 3] ?? 0) - 1894986606) | 0
  d = ((((d << 10) | (d >>> 22)) >>> 0) + a) | 0
  c = (c + (a ^ (d | ~b)) + (words[at + 10] ?? 0) - 1051523) | 0
  c = ((((c << 15) | (c >>> 17)) >>> 0) + d) | 0
  b = (b + (d ^ (c | ~a)) + (words[at + 1] ?? 0) - 2054922799) | 0
  b = ((((b << 21) | (b >>> 11)) >>> 0) + c) | 0
  a = (a + (c ^ (b | ~d)) + (words[at + 8] ?? 0) + 1873313359) | 0
  a = ((((a << 6) | (a >>> 26)) >>> 0) + b) | 0
  d = (d + (b ^ (a | ~c)) + (words[at + 15] ?? 0) - 30611744) | 0
  d = ((((d << 10) | (d >>> 22)) >>> 0) + a) | 0
  c = (c + (a ^ (d | ~b)) + (words[at + 6] ?? 0) - 1560198380) | 0
  c = ((((c << 15) | (c >>> 17)) >>> 0) + d) | 0
  b = (b + (d ^ (c | ~a)) + (words[at + 13] ?? 0) + 1309151649) | 0
  b = ((((b << 21) | (b >>> 11)) >>> 0) + c) | 0
  a = (a + (c ^ (b | ~d)) + (words[at + 4] ?? 0) - 145523070) | 0
  a = ((((a << 6) | (a >>> 26)) >>> 0) + b) | 0
  d = (d + (b ^ (a | ~c)) + (words[at + 11] ?? 0) - 1120210379) | 0
  d = ((((d << 10) | (d >>> 22)) >>> 0) + a) | 0
  c = (c + (a ^ (d | ~b)) + (words[at + 2] ?? 0) + 718787259) | 0
  c = ((((c << 15) | (c >>> 17)) >>> 0) + d) | 0
  b = (b + (d ^ (c | ~a)) + (words[at + 9] ?? 0) - 343485551) | 0
  b = ((((b << 21) | (b >>> 11)) >>> 0) + c) | 0
  chain[4] = a
  chain[5] = b
  chain[6] = c
  chain[7] = d
}

/** Sets the chain to its initial value. @see RFC 1321, 3.3 */
export function startMd5({ chain }: Md5State): void {
  chain[0] = 0x67452301
  chain[1] = 0xefcdab89 | 0
  chain[2] = 0x98badcfe | 0
  chain[3] = 0x10325476
}

/**
 * Adds the blocks of 16 words to the digest; the rounds are unrolled because this is the hot path.
 */
export function updateMd5(state: Md5State, firstWord: number, blocks: number): void {
  const { chain } = state
  for (let block = 0, at = firstWord; block < blocks; block += 1, at += 16) {
    chain.copyWithin(4, 0, 4)
    firstRound(state, at)
    secondRound(state, at)
    thirdRound(state, at)
    fourthRound(state, at)
    for (let word = 0; word < 4; word += 1) {
      chain[word] = (chain[word] ?? 0) + (chain[word + 4] ?? 0)
    }
  }
}
