import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CharterClient, Hook, VerifiedWebhook } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, type SharedOptions } from '../api-command.ts';
import { connect } from '../connection.ts';
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import { createOutput, type Output } from '../output.ts';
import { seconds, wholeNumber } from '../values.ts';
import { readEvents } from './event-codes.ts';
import { describeMessage, messageAsJson } from './present.ts';
import { createReceiver } from './receiver.ts';

interface Options extends SharedOptions {
  port: number;
  host: string;
  secret?: string[];
  event?: string[];
  template?: string[];
  address?: string;
  forward?: string;
  tolerance: number;
  headerPrefix: string;
  count?: number;
}

/** Time limit for forwarding a message, below the service's time limit for a response. */
const FORWARD_MILLISECONDS = 12_000;
/** Number of stored delivery ids, by which repeated deliveries are marked. */
const MAX_REMEMBERED = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const HOP_BY_HOP = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

/** Forwards the message unchanged, and returns the response's status; 502 without a response. */
async function forward(
  address: string,
  body: string,
  headers: IncomingHttpHeaders,
  output: Output,
): Promise<number> {
  const passed = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !HOP_BY_HOP.includes(entry[0]),
  );
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: Object.fromEntries(passed),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_MILLISECONDS),
    });
    await answer.body?.cancel();
    output.note(`Forwarded: ${answer.status}.`);
    return answer.status;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    output.note(`Not forwarded: ${cause?.message ?? message}`);
    return 502;
  }
}

/** Returns a handler that prints each verified message, forwards it if asked, and calls `enough` after the last one. */
function display({ forward: address, count }: Options, output: Output, enough: () => void) {
  const seen = new Set<string>();
  let shown = 0;
  return async (message: VerifiedWebhook, body: string, headers: IncomingHttpHeaders): Promise<number> => {
    const isRepeated = seen.has(message.deliveryId);
    seen.add(message.deliveryId);
    if (seen.size > MAX_REMEMBERED) seen.delete(seen.values().next().value as string);
    output.line(messageAsJson(message), describeMessage(message, isRepeated));
    const status = address === undefined ? 204 : await forward(address, body, headers, output);
    shown += 1;
    if (shown === count) enough();
    return status;
  };
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another with --port.` : message;
    throw new CommandFailure(EXIT.rejected, reason);
  }
  const { port: taken, family, address } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/`;
}

/** Creates the webhook that exists while the command listens. */
async function addHook(client: CharterClient, options: Options, url: string): Promise<Hook> {
  const { event, template } = options;
  return client.webhooks.createHook(
    {
      name: 'charter hook listen',
      description: 'Created by charter hook listen, which deletes it when it ends',
      events: await readEvents(client, event),
      config: { url: options.address ?? url },
      ...(template && { filter: { templates: template } }),
    },
    { idempotencyKey: true },
  );
}

async function removeHook(client: CharterClient, hook: Hook, output: Output): Promise<void> {
  try {
    await client.webhooks.deleteHook(hook.id);
  } catch (error) {
    output.note(`The webhook ${hook.id} was not deleted: ${(error as Error).message}`);
  }
}

/** Catches repeated signals, so that a second one does not interrupt the deletion of the webhook. */
function endOfListening() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const ask = () => resolve();
  for (const signal of SIGNALS) process.on(signal, ask);
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, ask);
  };
  return { promise, resolve, forget };
}

async function run(options: Options): Promise<void> {
  const { secret, event, template, address, tolerance, headerPrefix } = options;
  if (secret && (event || template || address !== undefined)) {
    throw usage('--event, --template and --address configure the created webhook; --secret creates none.');
  }
  // With a secret, messages are verified without calling the service.
  const client = secret === undefined ? connect(options) : undefined;
  const output = createOutput(options);
  const end = endOfListening();
  const secrets = [...(secret ?? [])];
  const server = createReceiver({
    secrets,
    toleranceSeconds: tolerance,
    headerPrefix,
    onMessage: display(options, output, end.resolve),
    onRejected: (reason) => output.note(`Rejected a message. ${reason}`),
  });
  const url = await listen(server, options.port, options.host);
  let hook: Hook | undefined;
  try {
    if (client !== undefined) {
      hook = await addHook(client, options, url);
      secrets.push(hook.config.secret as string);
    }
    const of =
      hook === undefined ? '' : ` for ${hook.scope === 'tenant' ? 'the whole tenant' : 'your own events'}`;
    output.note(`Listening at ${url}${of}. Stop with Ctrl-C.`);
    await end.promise;
  } finally {
    if (client !== undefined && hook !== undefined) await removeHook(client, hook, output);
    // Requests in progress are still answered.
    server.close();
    server.closeIdleConnections();
    end.forget();
  }
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter hook listen --as nadia.okafor@meridian.example
charter hook listen --port 4000 --secret 'between us' --forward http://localhost:8080/charter`,
  )
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--secret <texts...>',
      'of the webhook that sends here, two while it is rotated; without one a webhook is made at the service, and deleted at the end; with one the service is not called',
    )
    .option('--event <codes...>', 'events of the created webhook (default: all)')
    .option('--template <ids...>', 'templates of the created webhook (default: all)')
    .option('--address <url>', 'public address of this command, for example the URL of a tunnel')
    .option('--forward <url>', 'forward each message to this address and return its response')
    .option('--tolerance <seconds>', 'allowed difference between a message’s time and now', seconds, 300)
    .option('--header-prefix <text>', 'prefix of the service’s own headers', 'X-Charter')
    .option('--count <number>', 'stop after this many messages', seconds)
    .action(run);
}
