package com.example.invoices;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class InvoiceController {
  private final String currency;

  InvoiceController(@Value("${INVOICE_CURRENCY:EUR}") String currency) {
    this.currency = currency;
  }

  @GetMapping("/invoices")
  String list() {
    return currency;
  }
}
