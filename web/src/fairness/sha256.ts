/** SHA-256 and HMAC-SHA256. Browsers keep WebCrypto from pages over plain HTTP, so there is a version of our own. */

const ROUNDS = 64;
const BLOCK = 64;

/** The first bits of the fractional parts of roots of the first primes, as FIPS 180-4 defines the constants. */
function constants(): { start: Uint32Array<ArrayBuffer>; round: Uint32Array<ArrayBuffer> } {
  const primes: number[] = [];
  for (let number = 2; primes.length < ROUNDS; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  return {
    start: Uint32Array.from(primes.slice(0, 8), (prime) => root(BigInt(prime), 2)),
    round: Uint32Array.from(primes, (prime) => root(BigInt(prime), 3)),
  };
}

/** The first 32 bits of the fractional part of a square or cube root, exactly. */
function root(prime: bigint, power: 2 | 3): number {
  const wanted = prime << BigInt(32 * power);
  let low = 0n;
  let high = 1n << 37n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(power) <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const { start: START, round: ROUND } = constants();

export function sha256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  const hash = Uint32Array.from(START);
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    spread(words);
    mix(hash, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => out.setUint32(4 * index, word));
  return new Uint8Array(out.buffer);
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function spread(words: Uint32Array): void {
  for (let i = 16; i < ROUNDS; i++) {
    const a = word(words, i - 15);
    const b = word(words, i - 2);
    const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = word(words, i - 16) + first + word(words, i - 7) + second;
  }
}

function mix(hash: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < ROUNDS; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + word(ROUND, i) + word(words, i)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((sum, index) => (hash[index] = word(hash, index) + sum));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = joined(block.map((byte) => byte ^ 0x36), message);
  return sha256(joined(block.map((byte) => byte ^ 0x5c), sha256(inner)));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
