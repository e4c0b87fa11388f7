/** Mail through an SMTP server. */
import type { Transporter } from 'nodemailer';
import type { Mailer } from '../domain/notifications/ports.ts';

export interface SmtpOptions {
  /** `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password where it asks for them. */
  url: string;
  /** Sender: an address, or `Name <address>`. */
  from: string;
}

/** A server that takes longer counts as failed for now. */
const TIMEOUT_MILLISECONDS = 20_000;

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

export function createMailer({ url, from }: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, to, subject, text, html, language }) {
      transport ??= openTransport(url);
      await (await transport).sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      });
    },
  };
}
