import { Component, type ReactNode } from 'react';

interface ErrorMessageProps {
  /** When this value changes, the children get another chance. */
  resetOn: unknown;
  children: ReactNode;
}

/** Shows the message of an error in its children. The messages of Odori are written for viewers. */
export class ErrorMessage extends Component<ErrorMessageProps, { error?: Error }> {
  state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  componentDidUpdate(before: ErrorMessageProps) {
    if (before.resetOn !== this.props.resetOn) this.setState({ error: undefined });
  }

  render() {
    return this.state.error ? <p role="alert">{this.state.error.message}</p> : this.props.children;
  }
}
