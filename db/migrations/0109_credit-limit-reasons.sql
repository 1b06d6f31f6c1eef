-- The reason why an invoice may take its client above the credit limit is given when it is issued, and stays.
CREATE TRIGGER invoices_credit_limit_reason BEFORE UPDATE OF credit_limit_reason ON invoices
WHEN OLD.number IS NOT NULL AND NEW.credit_limit_reason IS NOT OLD.credit_limit_reason
BEGIN SELECT RAISE(ABORT, 'invoice: the reason to exceed a credit limit is kept'); END;
