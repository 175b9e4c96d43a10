export type FuzzRequest = {
  /** For the report of a failure. */
  what: string;
  mustBeRefused: boolean;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  url: string;
  headers: Record<string, string>;
  payload: string;
};
