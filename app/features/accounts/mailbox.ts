/**
 * The mailbox that an address reaches, as far as one can tell: providers deliver `name+anything` to `name`. Mails are counted by it;
 * nothing is sent to it, and it is nobody's account.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^([^+@]+)[^@]*@(.*)$/.exec(address.toLowerCase()) ?? []
  return name && domain ? `${name}@${domain}` : address.toLowerCase()
}
