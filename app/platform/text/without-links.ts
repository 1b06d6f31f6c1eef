/**
 * Makes a name harmless in a mail, whose reader's program turns whatever looks like an address into a link: `evil.com`,
 * `www.evil`, `https://…`, `name@evil.com`, `tel:…`, `192.0.2.1`. The text stays readable; the marks that make it a link become
 * spaces. Numbers, dates and amounts (`2026-0001`, `15.6.2026`, `€1,000.50`) and `Oy/Ab` stay as they are.
 */
export function withoutLinks(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{C}/gu, ' ')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/:?\/{2,}|@/g, ' ')
    .replace(/(?<=\p{L}):(?=[^\s:])/gu, ' ')
    .replace(/\.+(?=\p{L}{2})/gu, ' ')
    .replace(/\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b/g, '$1 $2 $3 $4')
    .replace(/\s+/g, ' ')
    .trim()
}
