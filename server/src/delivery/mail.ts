/** Sends mail through an SMTP server. */
import type { Transporter } from 'nodemailer';
import type { Mailer } from '../domain/notifications/ports.ts';
import { MailRejected } from '../domain/notifications/ports.ts';
import { withinTime } from '../kernel/deadline.ts';

export interface SmtpOptions {
  /** `smtp://` (STARTTLS when the server offers it) or `smtps://`, with user and password if needed. */
  url: string;
  /** Sender: an address, or `Name <address>`. */
  from: string;
  /** Time limit for one mail. Default: 2 minutes. */
  milliseconds?: number;
}

/** Time limit for one step of the SMTP session. */
const TIMEOUT_MILLISECONDS = 20_000;

/** Time limit for the whole session. It is shorter than the lease, so that no other node sends the mail again. */
const WHOLE_MILLISECONDS = 120_000;

/** Domain of the sender, for the Message-ID. */
const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'charter.invalid';

/** Returns the sender under another name. The address stays, because mail servers check its domain. */
const renamed = (from: string, name: string) => ({
  name,
  address: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim(),
});

/** Loads nodemailer with the first mail, so that nodes without mail use less memory. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    // Charter's mail contains no file and no URL for nodemailer to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** 5xx codes that concern the session (command order, sign-in, TLS) and not this mail. */
const ABOUT_THE_SESSION: readonly unknown[] = [503, 530, 534, 535, 538];

/**
 * Returns true when the server rejected the mail, its sender or its recipient permanently (RFC 5321 4.2.1). A rejected
 * greeting, TLS or sign-in is not permanent: an operator may fix the configuration.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return false;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && !ABOUT_THE_SESSION.includes(responseCode);
}

export function createMailer({ url, from, milliseconds = WHOLE_MILLISECONDS }: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, sender, to, subject, text, html, language }) {
      transport ??= openTransport(url);
      const sent = (await transport).sendMail({
        from: sender === undefined ? from : renamed(from, sender),
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      });
      try {
        const tooLate = () => new Error(`The mail session was not complete within ${milliseconds} ms.`);
        await withinTime(sent, milliseconds, tooLate);
      } catch (error) {
        throw isFinal(error) ? new MailRejected(error.message, { cause: error }) : error;
      }
    },
  };
}
