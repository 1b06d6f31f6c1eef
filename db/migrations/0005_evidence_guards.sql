-- All that a contract's document says is frozen once it is sent, and what was sent is kept.
CREATE TRIGGER contracts_frozen_rest BEFORE UPDATE ON contracts
WHEN OLD.document_hash IS NOT NULL AND (
  NEW.title IS NOT OLD.title OR NEW.number IS NOT OLD.number OR NEW.project_id IS NOT OLD.project_id OR NEW.bid_id IS NOT OLD.bid_id
  OR NEW.client_company_id IS NOT OLD.client_company_id OR NEW.provider_company_id IS NOT OLD.provider_company_id
  OR NEW.payment_method IS NOT OLD.payment_method OR NEW.net_cents IS NOT OLD.net_cents OR NEW.vat_cents IS NOT OLD.vat_cents
  OR NEW.platform_fee_bp IS NOT OLD.platform_fee_bp OR NEW.sent_at IS NOT OLD.sent_at)
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contracts_permanent BEFORE DELETE ON contracts
WHEN OLD.document_hash IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: a sent contract is permanent'); END;
--> statement-breakpoint
-- A line is not moved into an issued invoice either.
CREATE TRIGGER invoice_lines_not_moved BEFORE UPDATE OF invoice_id ON invoice_lines
WHEN (SELECT number FROM invoices WHERE id = NEW.invoice_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
