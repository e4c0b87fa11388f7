/** The mail server refused this mail for good: sending the same again would end the same (RFC 5321 4.2.1). */
export class MailRefused extends Error {}
