import { InaamError } from './inaam-error.ts';

export class ListenError extends InaamError {
  override name = 'ListenError';
}

export type ListenAddress = { host: string; port: number };

/**
 * @param names the environment variables of the address
 * @throws ListenError
 */
export async function listenOn<Result>(
  { host, port }: ListenAddress,
  names: { host: string; port: string },
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    switch (code) {
      case 'EADDRINUSE':
        throw new ListenError(
          `Port ${port} is taken by another program. Stop that one, or set ${names.port} to another.`,
        );
      case 'EACCES':
        throw new ListenError(
          `Port ${port} is not ours to listen on. Set ${names.port} to one above 1023.`,
        );
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new ListenError(
          `This machine has no address ${host}. Set ${names.host} to one of its own, or to 0.0.0.0.`,
        );
      default:
        throw error;
    }
  }
}
