ALTER TABLE `subscriptions` ADD `buyer_reference` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `order_reference` text;