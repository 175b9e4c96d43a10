import type { Socket } from 'node:net';

type Answered = { status: string; text: string };

const timedOut: Answered = { status: '408 Request Timeout', text: 'Not understood in time.' };
const tooLarge: Answered = {
  status: '431 Request Header Fields Too Large',
  text: 'Not understood.',
};
const garbled: Answered = { status: '400 Bad Request', text: 'Not understood.' };

/**
 * Answers what is not a request, with the headers of all answers, and closes the connection: who
 * sends two lengths, or half a request, is not listened to further.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else {
    const { status, text } = answerTo(error.code);
    const lines = Object.entries({
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(text.length + 1),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}\n`);
    socket.destroySoon();
  }
}

function answerTo(code: string | undefined): Answered {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return timedOut;
  return code === 'HPE_HEADER_OVERFLOW' ? tooLarge : garbled;
}
