package com.example.invoices;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class InvoicesApplication {
  public static void main(String[] args) {
    SpringApplication.run(InvoicesApplication.class, args);
  }
}
