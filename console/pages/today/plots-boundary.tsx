import { Alert, Button, Group, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';

type Props = { readonly children: ReactNode };

/** Handles a plots chunk that a new build has replaced before this page fetched it. */
export class PlotsBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert role="alert" color="gray">
        <Group justify="space-between">
          <Text size="sm">The plots could not be shown.</Text>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </Group>
      </Alert>
    );
  }
}
