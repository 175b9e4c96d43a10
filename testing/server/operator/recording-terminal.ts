import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * A terminal that records what is written to it.
 * @param typed undefined: it is no terminal
 */
export function recordingTerminal(typed?: string) {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  input.end(`${typed ?? ''}\n`);
  const [output, errors] = [new PassThrough(), new PassThrough()];
  // Read as it is written: a command waits for a full stream.
  const written = Promise.all([text(output), text(errors)]);
  return {
    terminal: { input, output, errors },
    end: async (): Promise<{ output: string; errors: string }> => {
      output.end();
      errors.end();
      const texts = await written;
      return { output: texts[0], errors: texts[1] };
    },
  };
}
