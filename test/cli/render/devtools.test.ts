import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { DevTools } from '#src/cli/render/devtools.js';

function openTools(): { tools: DevTools; sent: () => unknown[]; answer: (text: string) => void } {
  const [out, incoming] = [new PassThrough(), new PassThrough()];
  const texts: Buffer[] = [];
  out.on('data', (bytes: Buffer) => texts.push(bytes));
  return {
    tools: new DevTools(out, incoming),
    sent: () =>
      Buffer.concat(texts)
        .toString()
        .split('\0')
        .slice(0, -1)
        .map((text) => JSON.parse(text) as unknown),
    answer: (text) => void incoming.write(text),
  };
}

test('calls get their own answers, in pieces and in any order', async () => {
  const { tools, sent, answer } = openTools();
  const first = tools.call('Browser.getVersion');
  const second = tools.call('Runtime.evaluate', { expression: '1' }, 'page');
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent()).toEqual([
    { id: 1, method: 'Browser.getVersion', params: {} },
    { id: 2, method: 'Runtime.evaluate', params: { expression: '1' }, sessionId: 'page' },
  ]);
  answer('{"id":2,"res');
  answer('ult":{"value":"顔"}}\0{"id":1,"result":7}\0{"method"');
  expect(await Promise.all([first, second])).toEqual([7, { value: '顔' }]);
});

test('events reach their listeners, and a refused call rejects', async () => {
  const { tools, answer } = openTools();
  const event = new Promise((resolve) => tools.on('Page.loadEventFired', resolve));
  const call = tools.call('Page.nothing');
  answer('{"method":"Other.event","params":{}}\0{"method":"Page.loadEventFired","params":{"timestamp":1}}\0');
  answer('{"id":1,"error":{"message":"unknown method"}}\0');
  expect(await event).toEqual({ timestamp: 1 });
  await expect(call).rejects.toThrow('unknown method');
});

test('when the browser ends, all calls reject, also later ones', async () => {
  const { tools } = openTools();
  const call = tools.call('Page.enable');
  tools.close(new Error('the browser has ended'));
  await expect(call).rejects.toThrow('has ended');
  await expect(tools.call('Page.enable')).rejects.toThrow('has ended');
});
