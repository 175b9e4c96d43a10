// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). A page cannot import Node's, and its own answers each
// hash by a promise, which takes longer than the hash of a line.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const initial = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const blockBytes = 64;
const schedule = new Int32Array(64);

export function hmacSha256(secret: Uint8Array): (message: Uint8Array) => Uint8Array {
  const key = new Uint8Array(blockBytes);
  key.set(secret.length > blockBytes ? sha256(secret) : secret);
  const padded = (pad: number) => key.map((byte) => byte ^ pad);
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (message) => sha256(outer, sha256(inner, message));
}

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = new Uint8Array(Math.ceil((length + 9) / blockBytes) * blockBytes);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, length * 8);
  const state = initial.slice();
  for (let block = 0; block < padded.length; block += blockBytes) compress(state, view, block);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => hash.setInt32(place * 4, word));
  return new Uint8Array(hash.buffer);
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function compress(state: Int32Array, view: DataView, block: number): void {
  for (let at = 0; at < 16; at += 1) schedule[at] = view.getInt32(block + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [schedule[at - 15] ?? 0, schedule[at - 2] ?? 0];
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16] ?? 0) + first + (schedule[at - 7] ?? 0) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const ofE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + ofE + chosen + (constants[at] ?? 0) + (schedule[at] ?? 0)) | 0;
    const ofA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + ofA + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = (state[at] ?? 0) + word;
  });
}
