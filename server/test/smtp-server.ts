/** A small SMTP server (RFC 5321) that stores messages or rejects them as configured. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface TestSmtpServer {
  url: string;
  /** Received messages, oldest first. */
  mails: string[];
  /** Rejects the next `count` messages, by default with the temporary error 451. */
  reject(count: number, answer?: string): void;
  /** Sets replies by the first four letters of the command. */
  answer(answers: Record<string, string>): void;
  close(): Promise<void>;
}

export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  let rejections = 0;
  let rejection = '';
  let special: Record<string, string> = {};

  const endMail = (mail: string): string => {
    if (rejections > 0) {
      rejections -= 1;
      return rejection;
    }
    mails.push(mail.replaceAll('\r\n..', '\r\n.'));
    return '250 Taken';
  };

  const answerTo = (line: string): string => {
    const verb = line.slice(0, 4).toUpperCase();
    const answer = special[verb];
    if (answer !== undefined) return answer;
    if (verb === 'DATA') return '354 Go on';
    return verb === 'QUIT' ? '221 Bye' : '250 Fine';
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    let inData = false;
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
      for (;;) {
        const end = inData ? '\r\n.\r\n' : '\r\n';
        const at = received.indexOf(end);
        if (at < 0) return;
        const part = received.slice(0, at);
        received = received.slice(at + end.length);
        socket.write(`${inData ? endMail(part) : answerTo(part)}\r\n`);
        inData = !inData && part.toUpperCase() === 'DATA';
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    reject(count, answer = '451 Try later') {
      rejections = count;
      rejection = answer;
    },
    answer(answers) {
      special = answers;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
