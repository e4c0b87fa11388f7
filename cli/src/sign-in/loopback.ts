/** Receives the response of a sign-in at a free port of this machine (RFC 8252, section 7.3). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PATH = '/callback';

const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Charter</title><p style="font: 1.1rem system-ui; margin: 3rem">${text}</p>`;

export interface Loopback extends AsyncDisposable {
  redirectUri: string;
  /** The address that the browser opened, with the provider's response. */
  answer: Promise<URL>;
}

export async function listenOnLoopback(): Promise<Loopback> {
  let resolve: (answer: URL) => void = () => {};
  const answer = new Promise<URL>((done) => {
    resolve = done;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri());
    const isAnswer = request.method === 'GET' && url.pathname === PATH && url.searchParams.has('state');
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      connection: 'close',
    });
    const isSignedIn = url.searchParams.has('code');
    const text = isSignedIn
      ? 'You are signed in. Go back to the command line.'
      : 'Go back to the command line.';
    response.end(page(isAnswer ? text : 'Nothing is here.'), () => {
      if (isAnswer) resolve(url);
    });
  });
  const redirectUri = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    redirectUri: redirectUri(),
    answer,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
