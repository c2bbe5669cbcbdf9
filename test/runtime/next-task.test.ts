import { nextTask } from '@odori/runtime';
import { expect, test } from 'vitest';

test('nextTask resolves after the microtasks of this task, and after a message that was sent before', async () => {
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise<void>((resolve) => {
    port1.addEventListener('message', () => {
      order.push('message');
      port1.close();
      resolve();
    });
  });
  port1.start();
  port2.postMessage(undefined);
  const next = nextTask().then(() => order.push('next task'));
  void Promise.resolve()
    .then(() => order.push('microtask'))
    .then(() => order.push('microtask after it'));
  await Promise.all([arrived, next]);
  expect(order).toEqual(['microtask', 'microtask after it', 'message', 'next task']);
});
