/**
 * The mailbox that an address reaches, as far as one can tell: providers deliver `name+anything` to `name`, and Gmail ignores dots
 * in the name (support.google.com/mail/answer/7436150). Mails are counted by it; nothing is sent to it, and it is nobody's account.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^([^+@]+)[^@]*@(.*)$/.exec(address.toLowerCase()) ?? []
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`
  return name && domain ? `${name}@${domain}` : address.toLowerCase()
}
