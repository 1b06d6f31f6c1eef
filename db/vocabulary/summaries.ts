/** What is counted by company and state: a contract once for the client and once for the provider. */
export const countedSubjects = ['project', 'bid', 'received_bid', 'contract_as_client', 'contract_as_provider'] as const
