import { createContext, useContext } from 'react'
import type { ChatActions } from './chat-model.ts'

/** Null on the server and until the live client has loaded: everything is a form or a link then. */
export const ChatActionsContext = createContext<ChatActions | null>(null)

export function useChatActions(): ChatActions | null {
  return useContext(ChatActionsContext)
}
