import { Button, Code, CopyButton, Group } from '@mantine/core';
import facts from './facts.module.css';

type Props = {
  readonly command: string;
  /** What is copied, if a page has several. */
  readonly label?: string;
};

/** A command to run in a shell: the console does not run it. */
export function CommandText({ command, label = 'Copy the command' }: Props) {
  return (
    <>
      <Code block className={facts['command'] ?? ''}>
        {command}
      </Code>
      <Group>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : label}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
