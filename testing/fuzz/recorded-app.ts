import type { FastifyInstance, InjectOptions } from 'fastify';

export type FuzzRequest = {
  /** For the report of a failure. */
  what: string;
  mustBeRefused: boolean;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  url: string;
  headers: Record<string, string>;
  payload: string;
};

export type Recorded = { request: FuzzRequest; status: number };

/** The app, with a report of each POST by a `Shopper` and its response. */
export function recordedApp(
  app: FastifyInstance,
  record: (recorded: Recorded) => void,
): FastifyInstance {
  const inject = async (options: InjectOptions) => {
    const response = await app.inject(options);
    const { method, url, headers, payload } = options;
    if (method === 'POST' && typeof url === 'string' && typeof payload === 'string') {
      const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
      const sent = { method, url, payload, headers: Object.fromEntries(texts) } as const;
      const request = { what: 'a replay', mustBeRefused: false, ...sent };
      record({ request, status: response.statusCode });
    }
    return response;
  };
  return new Proxy(app, {
    get: (target, name) => (name === 'inject' ? inject : Reflect.get(target, name)),
  });
}
