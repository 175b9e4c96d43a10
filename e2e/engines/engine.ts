// What the smoke test needs of a browser, over any protocol.

type Point = { x: number; y: number };

export type Engine = {
  readonly name: string;
  open(address: string): Promise<void>;
  /** Runs a function body in the page. @returns its result, as JSON */
  read(body: string): Promise<unknown>;
  /** Clicks the mouse; CSS pixels of the window. */
  tap(at: Point): Promise<void>;
  /** Sends real keys to the focused element. */
  type(text: string): Promise<void>;
  /** @returns the console's errors and warnings, and uncaught exceptions */
  close(): Promise<readonly string[]>;
};
