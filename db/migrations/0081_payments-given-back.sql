ALTER TABLE `invoice_payments` ADD `method` text;--> statement-breakpoint
ALTER TABLE `invoice_payments` ADD `note` text;--> statement-breakpoint
ALTER TABLE `invoice_payments` ADD `counter_invoice_id` text REFERENCES invoices(id);--> statement-breakpoint
CREATE INDEX `invoices_company_retained` ON `invoices` (`company_id`,`id`) WHERE "invoices"."retained_cents" > 0;--> statement-breakpoint
CREATE INDEX `invoices_buyer_retained` ON `invoices` (`buyer_company_id`,`id`) WHERE "invoices"."retained_cents" > 0;--> statement-breakpoint
CREATE INDEX `invoices_company_owed_back` ON `invoices` (`company_id`,`id`) WHERE "invoices"."kind" = 'invoice' and "invoices"."gross_cents" < "invoices"."paid_cents" + "invoices"."credited_cents";--> statement-breakpoint
CREATE INDEX `invoices_buyer_owed_back` ON `invoices` (`buyer_company_id`,`id`) WHERE "invoices"."kind" = 'invoice' and "invoices"."gross_cents" < "invoices"."paid_cents" + "invoices"."credited_cents";--> statement-breakpoint
-- What was paid above an invoice may be given back (INV-13), but never what the invoice is still worth; a fully credited one is worth nothing.
DROP TRIGGER invoices_balance;
--> statement-breakpoint
CREATE TRIGGER invoices_balance BEFORE UPDATE ON invoices
WHEN (NEW.paid_cents < OLD.paid_cents AND NEW.paid_cents < NEW.gross_cents - NEW.credited_cents) OR NEW.paid_cents < 0
  OR NEW.credited_cents < OLD.credited_cents OR NEW.credited_cents > NEW.gross_cents
BEGIN SELECT RAISE(ABORT, 'invoice: more is credited than was invoiced, or a payment taken back'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_given_back BEFORE INSERT ON invoice_payments
WHEN (NEW.source IN ('moved', 'refund') AND NEW.amount_cents >= 0)
  OR (NEW.source NOT IN ('moved', 'refund', 'set_off') AND NEW.amount_cents <= 0)
  OR (NEW.source = 'refund') <> (NEW.method IS NOT NULL)
  OR (NEW.source = 'set_off') <> (NEW.counter_invoice_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'invoice: a payment back says how, a set-off against which invoice'); END;
