/** The mail server rejected this mail permanently (RFC 5321 4.2.1). */
export class MailRefused extends Error {}
