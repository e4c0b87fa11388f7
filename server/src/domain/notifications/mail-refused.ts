/** The error of a mail that the mail server rejected permanently (RFC 5321, 4.2.1). */
export class MailRefused extends Error {}
