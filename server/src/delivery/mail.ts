/** Mail through an SMTP server. */
import type { Transporter } from 'nodemailer';
import { MailRefused } from '../domain/notifications/mail-refused.ts';
import type { Mailer } from '../domain/notifications/ports.ts';
import { withinTime } from '../kernel/deadline.ts';

export interface SmtpOptions {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where it asks for them. */
  url: string;
  /** Sender: an address, or `Name <address>`. */
  from: string;
  /** How long one mail may take at most; 2 minutes unless said. */
  milliseconds?: number;
}

/** A server that takes longer counts as failed for now. */
const TIMEOUT_MILLISECONDS = 20_000;

/** A server that keeps talking without coming to an end counts as failed too, before another node takes the mail. */
const WHOLE_MILLISECONDS = 120_000;

/** The right side of a Message-ID: the sender's domain. */
const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'charter.invalid';

/** The library is loaded with the first mail: a node that sends none stays small. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    // Nothing in a mail names a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Codes of 5xx that say nothing of the mail: the commands came out of order, or the server wants a sign-in or TLS. */
const ABOUT_THE_SESSION: readonly unknown[] = [503, 530, 534, 535, 538];

/**
 * Whether the server refused this mail, its sender or its receiver, with an answer that is final (RFC 5321 4.2.1). What it
 * answers before that (greeting, TLS, sign-in) is about how it is set up, which somebody may mend.
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
    async send({ id, to, subject, text, html, language }) {
      transport ??= openTransport(url);
      const sent = (await transport).sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      });
      try {
        const tooLate = () => new Error(`The mail server came to no end in ${milliseconds} ms.`);
        await withinTime(sent, milliseconds, tooLate);
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
    },
  };
}
