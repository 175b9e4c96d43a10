import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importChunk } from './import-chunk.ts';

const network = new EventTarget();
const head = vi.fn<() => Promise<{ ok: boolean }>>();
const away = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/spin-wheel' });
  vi.stubGlobal('fetch', head);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});
afterEach(() => {
  head.mockReset();
  vi.unstubAllGlobals();
});

test('a network that returns during the request brings the part, and no error', async () => {
  head.mockImplementationOnce(() => {
    // Set after the answer, so the part has to wait for it.
    setTimeout(() => network.dispatchEvent(new Event('online')));
    return away();
  });
  head.mockResolvedValue({ ok: true });
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(away);
  load.mockResolvedValue('part');
  expect(await importChunk(load)).toBe('part');
});
