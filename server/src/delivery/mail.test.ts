import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { startSmtpServer, type TestSmtpServer } from '../../test/smtp-server.ts';
import type { Mail } from '../domain/notifications/ports.ts';
import { MailRejected } from '../domain/notifications/ports.ts';
import { createMailer } from './mail.ts';

const MAIL: Mail = {
  id: '01a1fb81-e8b1-7367-a579-417a0b50c4d5',
  to: { name: 'Ada, "the first"\r\nBcc: eve@example.com', address: 'ada@contoso.example' },
  subject: 'A team waits\r\nBcc: eve@example.com',
  text: 'Plain words.\n',
  html: '<p>Plain words.</p>',
  language: 'en',
};

describe('the SMTP mailer', () => {
  let server: TestSmtpServer;
  before(async () => {
    server = await startSmtpServer();
  });
  after(() => server.close());

  const mailer = () => createMailer({ url: server.url, from: 'Charter <charter@contoso.example>' });

  it('sends text and HTML with a stable Message-ID', async () => {
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

  it('replaces the name of the sender and keeps the address', async () => {
    for (const from of ['Charter <charter@contoso.example>', 'charter@contoso.example']) {
      await createMailer({ url: server.url, from }).send({
        ...MAIL,
        sender: 'Fabrikam\r\nBcc: eve@example.com',
      });
      assert.match(server.mails.at(-1) ?? '', /^From: \S*Fabrikam\S*\s+<charter@contoso\.example>\r?$/m);
    }
  });

  it('lets no name or subject inject a header', () => {
    assert.equal(server.mails.length, 4);
    for (const mail of server.mails) {
      const [head = ''] = mail.split('\r\n\r\n');
      assert.doesNotMatch(head, /^Bcc:/im);
    }
  });

  it('fails when the server rejects the mail or is down', async () => {
    server.reject(1);
    await assert.rejects(mailer().send(MAIL), /451/);
    const nowhere = createMailer({ url: 'smtp://127.0.0.1:1', from: 'charter@contoso.example' });
    await assert.rejects(nowhere.send(MAIL), /ECONNREFUSED/);
    assert.equal(server.mails.length, 4);
  });

  describe('when the server rejects', () => {
    afterEach(() => server.answer({}));
    const outcome = (url = server.url) =>
      createMailer({ url, from: 'Charter <charter@contoso.example>' })
        .send(MAIL)
        .then(
          () => 'taken',
          (error: Error) => `${error instanceof MailRejected ? 'for good' : 'for now'}: ${error.message}`,
        );

    for (const [command, answer] of [
      ['RCPT', '550 5.1.1 No such user'],
      ['MAIL', '553 5.1.8 Sender not known'],
      ['DATA', '554 5.7.1 No transactions here'],
    ] as const) {
      it(`fails permanently after the reply '${answer}' to ${command}`, async () => {
        server.answer({ [command]: answer });
        const said = await outcome();
        assert.match(said, /^for good/);
        assert.ok(said.includes(answer), said);
      });
    }

    for (const [command, answer] of [
      ['RCPT', '450 4.2.1 Mailbox busy'],
      ['MAIL', '451 4.3.0 Later'],
      ['MAIL', '530 5.7.0 Sign in first'],
      ['DATA', '503 5.5.1 Out of order'],
      ['DATA', '421 4.3.2 Going down'],
    ] as const) {
      it(`fails temporarily after the reply '${answer}' to ${command}`, async () => {
        server.answer({ [command]: answer });
        assert.match(await outcome(), /^for now/);
      });
    }

    it('fails temporarily when sign-in or greeting fails', async () => {
      server.answer({ EHLO: '250-test\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 Wrong password' });
      const url = server.url.replace('smtp://', 'smtp://charter:wrong@');
      assert.match(await outcome(url), /^for now: .*535/);
      server.answer({ EHLO: '550 5.7.1 Not you', HELO: '550 5.7.1 Not you' });
      assert.match(await outcome(), /^for now: .*550/);
    });

    it('fails permanently or temporarily depending on the reply to the mail data', async () => {
      server.reject(1, '552 5.3.4 Too large');
      assert.match(await outcome(), /^for good: .*552/);
      server.reject(1);
      assert.match(await outcome(), /^for now: .*451/);
    });
  });

  it('fails when the greeting never ends', async (context) => {
    const talking = createServer((socket) => {
      const talk = setInterval(() => socket.write('220-and so on\r\n'), 10);
      socket.on('error', () => undefined).on('close', () => clearInterval(talk));
      context.after(() => socket.destroy());
    });
    await new Promise<void>((resolve) => talking.listen(0, '127.0.0.1', resolve));
    context.after(() => talking.close());
    const url = `smtp://127.0.0.1:${(talking.address() as AddressInfo).port}`;
    const endless = createMailer({ url, from: 'charter@contoso.example', milliseconds: 100 });
    await assert.rejects(endless.send(MAIL), /not complete within 100 ms/);
  });
});
