-- The ledger: entries may be written only before their posting, and the posting only when they sum to zero.
CREATE TRIGGER ledger_entries_before_posting BEFORE INSERT ON ledger_entries
WHEN EXISTS (SELECT 1 FROM ledger_postings WHERE id = NEW.posting_id)
BEGIN SELECT RAISE(ABORT, 'ledger: the posting is closed'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_something BEFORE INSERT ON ledger_entries
WHEN NEW.amount_cents = 0
BEGIN SELECT RAISE(ABORT, 'ledger: an entry of nothing'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_balanced BEFORE INSERT ON ledger_postings
WHEN (SELECT count(*) FROM ledger_entries WHERE posting_id = NEW.id) < 2
  OR (SELECT sum(amount_cents) FROM ledger_entries WHERE posting_id = NEW.id) <> 0
  OR EXISTS (SELECT 1 FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
             WHERE e.posting_id = NEW.id AND a.currency <> NEW.currency)
BEGIN SELECT RAISE(ABORT, 'ledger: the entries do not sum to zero in one currency'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
BEGIN
  INSERT INTO ledger_balances (account_id, balance_cents) VALUES (NEW.account_id, NEW.amount_cents)
  ON CONFLICT (account_id) DO UPDATE SET balance_cents = balance_cents + NEW.amount_cents;
END;
--> statement-breakpoint
-- What is held may never be negative: escrow and retention are credit accounts, so their balance is never above zero.
CREATE TRIGGER ledger_balances_held BEFORE UPDATE ON ledger_balances
WHEN NEW.balance_cents > 0
  AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) IN ('escrow_held', 'retention_held', 'client_funds', 'provider_payable')
BEGIN SELECT RAISE(ABORT, 'ledger: more than is held'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_held_first BEFORE INSERT ON ledger_balances
WHEN NEW.balance_cents > 0
  AND NOT EXISTS (SELECT 1 FROM ledger_balances WHERE account_id = NEW.account_id)
  AND (SELECT kind FROM ledger_accounts WHERE id = NEW.account_id) IN ('escrow_held', 'retention_held', 'client_funds', 'provider_payable')
BEGIN SELECT RAISE(ABORT, 'ledger: more than is held'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_immutable BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_permanent BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_immutable BEFORE UPDATE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'ledger: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_permanent BEFORE DELETE ON ledger_postings
BEGIN SELECT RAISE(ABORT, 'ledger: rows are immutable'); END;
--> statement-breakpoint
-- The audit trail.
CREATE TRIGGER audit_log_immutable BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit: rows are immutable'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_permanent BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit: rows are immutable'); END;
--> statement-breakpoint
-- Signatures, seals and bank transfers are evidence.
CREATE TRIGGER contract_signatures_immutable BEFORE UPDATE ON contract_signatures
BEGIN SELECT RAISE(ABORT, 'contract: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER contract_signatures_permanent BEFORE DELETE ON contract_signatures
BEGIN SELECT RAISE(ABORT, 'contract: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_seals_immutable BEFORE UPDATE ON bid_seals
BEGIN SELECT RAISE(ABORT, 'bid: a seal is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_seals_permanent BEFORE DELETE ON bid_seals
BEGIN SELECT RAISE(ABORT, 'bid: a seal is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bank_transfers_immutable BEFORE UPDATE ON bank_transfers
BEGIN SELECT RAISE(ABORT, 'bank: a transfer is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bank_transfers_permanent BEFORE DELETE ON bank_transfers
BEGIN SELECT RAISE(ABORT, 'bank: a transfer is immutable'); END;
--> statement-breakpoint
-- A contract's text is frozen once it is sent.
CREATE TRIGGER contracts_frozen BEFORE UPDATE ON contracts
WHEN OLD.document_hash IS NOT NULL AND (
  NEW.document_text IS NOT OLD.document_text OR NEW.document_hash IS NOT OLD.document_hash OR NEW.terms IS NOT OLD.terms
  OR NEW.gross_cents IS NOT OLD.gross_cents OR NEW.retention_bp IS NOT OLD.retention_bp OR NEW.currency IS NOT OLD.currency)
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
--> statement-breakpoint
-- An issued invoice changes only in how far it is sent, paid, credited and shared.
CREATE TRIGGER invoices_immutable BEFORE UPDATE ON invoices
WHEN OLD.number IS NOT NULL AND (
  NEW.number IS NOT OLD.number OR NEW.sequence IS NOT OLD.sequence OR NEW.year IS NOT OLD.year OR NEW.hash IS NOT OLD.hash
  OR NEW.reference IS NOT OLD.reference OR NEW.buyer IS NOT OLD.buyer OR NEW.seller IS NOT OLD.seller
  OR NEW.issue_date IS NOT OLD.issue_date OR NEW.due_date IS NOT OLD.due_date OR NEW.currency IS NOT OLD.currency
  OR NEW.net_cents IS NOT OLD.net_cents OR NEW.vat_cents IS NOT OLD.vat_cents OR NEW.gross_cents IS NOT OLD.gross_cents
  OR NEW.company_id IS NOT OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_permanent BEFORE DELETE ON invoices
WHEN OLD.number IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_immutable BEFORE UPDATE ON invoice_lines
WHEN (SELECT number FROM invoices WHERE id = OLD.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_permanent BEFORE DELETE ON invoice_lines
WHEN (SELECT number FROM invoices WHERE id = OLD.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_closed BEFORE INSERT ON invoice_lines
WHEN (SELECT number FROM invoices WHERE id = NEW.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
