declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    /** Somebody wants to be seen otherwise, or says something else of themselves. */
    'chat.status.changed': { userId: string }
  }
}

export {}
