import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly children?: ReactNode;
  readonly onReset?: () => void;
  readonly onError?: (error: unknown) => void;
}

/** Shows nothing in place of children that failed. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state: { hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
