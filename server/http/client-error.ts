import type { Socket } from 'node:net';

/**
 * Answers malformed requests with the usual headers and closes the connection, because nothing more
 * is accepted from a client that sends two lengths, or half a request.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else {
    const all = { ...headers, 'content-length': '0', connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statusOf(error.code)}\r\n${lines.join('')}\r\n`);
    socket.destroySoon();
  }
}

function statusOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
}
