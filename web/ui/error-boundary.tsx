import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

type ErrorBoundaryProps = {
  /** Says first what matters most: nothing is lost. */
  lead: string | undefined;
  title: string;
  picture: ReactNode;
  startAgain: string;
  onStartAgain: () => void;
  children: ReactNode;
};

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { lead, title, picture, startAgain, onStartAgain, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <main>
        <div className="crash-screen" role="alert">
          {picture}
          {lead !== undefined && <p>{lead}</p>}
          <h1>{title}</h1>
          <Button onClick={onStartAgain}>{startAgain}</Button>
        </div>
      </main>
    );
  }
}
