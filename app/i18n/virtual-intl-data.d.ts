/** How each language writes values; intlDataPlugin makes it. */
declare module 'virtual:intl-data' {
  export const intlData: Record<string, () => Promise<{ default: import('./intl-data.ts').IntlData }>>
}
