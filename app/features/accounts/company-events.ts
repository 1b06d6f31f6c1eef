declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    /** Somebody has come to work for a company, or has gone. */
    'company.members.changed': { companyId: string }
  }
}

export {}
