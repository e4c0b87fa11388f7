import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startSmtpServer, type TestSmtpServer } from '../../test/smtp-server.ts';
import type { Mail } from '../domain/notifications/ports.ts';
import { createMailer } from './mail.ts';

const MAIL: Mail = {
  id: '01a1fb81-e8b1-7367-a579-417a0b50c4d5',
  to: { name: 'Ada, "the first"\r\nBcc: eve@example.com', address: 'ada@contoso.example' },
  subject: 'A team waits\r\nBcc: eve@example.com',
  text: 'Plain words.\n',
  html: '<p>Plain words.</p>',
  language: 'en',
};

describe('mail through SMTP', () => {
  let server: TestSmtpServer;
  before(async () => {
    server = await startSmtpServer();
  });
  after(() => server.close());

  const mailer = () => createMailer({ url: server.url, from: 'Charter <charter@contoso.example>' });

  it('should say who sends it to whom, in both forms, under a stable id', async () => {
    await mailer().send(MAIL);
    await mailer().send(MAIL);
    assert.equal(server.mails.length, 2);
    const ids = server.mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
    assert.deepEqual(ids, [`<${MAIL.id}@contoso.example>`, `<${MAIL.id}@contoso.example>`]);
    const [mail = ''] = server.mails;
    assert.match(mail, /^From: Charter <charter@contoso\.example>$/m);
    assert.match(mail, /^Auto-Submitted: auto-generated$/m);
    assert.match(mail, /^Content-Language: en$/m);
    assert.match(mail, /Content-Type: text\/plain/);
    assert.match(mail, /Content-Type: text\/html/);
  });

  it('should take no header from a name or a subject', () => {
    for (const mail of server.mails) {
      const [head = ''] = mail.split('\r\n\r\n');
      assert.doesNotMatch(head, /^Bcc:/im);
    }
  });

  it('should fail when the server does not take it, or is away', async () => {
    server.refuse(1);
    await assert.rejects(mailer().send(MAIL), /451/);
    const nowhere = createMailer({ url: 'smtp://127.0.0.1:1', from: 'charter@contoso.example' });
    await assert.rejects(nowhere.send(MAIL), /ECONNREFUSED/);
    assert.equal(server.mails.length, 2);
  });

  it('should fail when the server talks on and on', async (context) => {
    const talking = createServer((socket) => {
      const talk = setInterval(() => socket.write('220-and so on\r\n'), 10);
      socket.on('error', () => undefined).on('close', () => clearInterval(talk));
      context.after(() => socket.destroy());
    });
    await new Promise<void>((resolve) => talking.listen(0, '127.0.0.1', resolve));
    context.after(() => talking.close());
    const url = `smtp://127.0.0.1:${(talking.address() as AddressInfo).port}`;
    const endless = createMailer({ url, from: 'charter@contoso.example', milliseconds: 100 });
    await assert.rejects(endless.send(MAIL), /no end in 100 ms/);
  });
});
