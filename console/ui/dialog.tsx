import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly isOpen: boolean;
  readonly title: string;
  /** Without it the dialog must be answered. */
  readonly close?: (() => void) | undefined;
  /** Above every other dialog, and opaque. */
  readonly isForemost?: boolean;
  readonly children: ReactNode;
};

/** Mantine's without its `<header>`, which screen readers mistake for the page's. */
export function Dialog({ isOpen, title, close, isForemost = false, children }: Props) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close ?? stay}
      closeOnEscape={close !== undefined}
      closeOnClickOutside={false}
      centered
      zIndex={isForemost ? 400 : 200}
    >
      <Modal.Overlay {...(isForemost ? { backgroundOpacity: 0.7, blur: 10 } : {})} />
      <Modal.Content>
        <Modal.Body pt="md">
          <Group justify="space-between" wrap="nowrap" mb="sm">
            <Modal.Title fz="1.0625rem" fw={600}>
              {title}
            </Modal.Title>
            {close === undefined ? null : <Modal.CloseButton aria-label="Close" />}
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function stay(): void {
  // The dialog must be answered.
}
