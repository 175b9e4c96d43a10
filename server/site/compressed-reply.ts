// Packs a text once for everybody, before anybody asks. Never on the thread that answers: the largest of them take a
// tenth of a second each, and a server that has just started would refuse its first shoppers as overloaded.
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** The text as brotli. */
export const pack: (text: string) => Promise<Buffer> = promisify(brotliCompress);
