CREATE INDEX `invoices_buyer_status` ON `invoices` (`buyer_company_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_company_open` ON `invoices` (`company_id`,`due_date`,`id`,`currency`,`gross_cents`,`paid_cents`,`credited_cents`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" in ('issued','sent','partly_paid');--> statement-breakpoint
CREATE INDEX `invoices_buyer_open` ON `invoices` (`buyer_company_id`,`due_date`,`id`,`currency`,`gross_cents`,`paid_cents`,`credited_cents`) WHERE "invoices"."kind" = 'invoice' and "invoices"."status" in ('issued','sent','partly_paid');--> statement-breakpoint
-- The whole of an issued invoice is immutable: what the first guard left out stands on the document, too.
CREATE TRIGGER invoices_immutable_rest BEFORE UPDATE ON invoices
WHEN OLD.number IS NOT NULL AND (
  NEW.kind IS NOT OLD.kind OR NEW.note IS NOT OLD.note OR NEW.delivery_date IS NOT OLD.delivery_date
  OR NEW.payment_term_days IS NOT OLD.payment_term_days OR NEW.issued_at IS NOT OLD.issued_at
  OR NEW.contract_id IS NOT OLD.contract_id OR NEW.milestone_id IS NOT OLD.milestone_id
  OR NEW.credited_invoice_id IS NOT OLD.credited_invoice_id OR NEW.buyer_company_id IS NOT OLD.buyer_company_id)
BEGIN SELECT RAISE(ABORT, 'invoice: an issued invoice is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_balance BEFORE UPDATE ON invoices
WHEN NEW.paid_cents < OLD.paid_cents OR NEW.credited_cents < OLD.credited_cents OR NEW.credited_cents > NEW.gross_cents
BEGIN SELECT RAISE(ABORT, 'invoice: more is credited than was invoiced, or a payment taken back'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_immutable BEFORE UPDATE ON invoice_payments
BEGIN SELECT RAISE(ABORT, 'invoice: a payment is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_permanent BEFORE DELETE ON invoice_payments
BEGIN SELECT RAISE(ABORT, 'invoice: a payment is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_forward BEFORE UPDATE ON invoice_counters
WHEN NEW.last IS NOT OLD.last + 1
BEGIN SELECT RAISE(ABORT, 'invoice: numbers run without gaps'); END;
