// What the smoke test needs of a browser, whatever protocol drives it.

type Point = { x: number; y: number };

export type Engine = {
  /** Name and version, as the browser says them. */
  readonly name: string;
  open(address: string): Promise<void>;
  /** Runs the body of a function in the page. @returns what that returns, as JSON has it. */
  read(body: string): Promise<unknown>;
  /** A press of the mouse, by CSS pixels of the window. */
  tap(at: Point): Promise<void>;
  /** Real keys, into what has the focus. */
  type(text: string): Promise<void>;
  /** Ends it. @returns what was an error or a warning on the console, or was caught by nobody. */
  close(): Promise<readonly string[]>;
};
