using Microsoft.EntityFrameworkCore;

var builder = WebApplication.CreateBuilder(args);

builder.Services.AddOpenApi();
builder.Services.AddHealthChecks();
builder.Services.AddDbContext<TodoDb>(options =>
    options.UseNpgsql(builder.Configuration.GetConnectionString("Todos")));

var app = builder.Build();

app.MapHealthChecks("/healthz");
app.MapGet("/todos", async (TodoDb db) => await db.Todos.ToListAsync());

app.Run();

class TodoDb(DbContextOptions<TodoDb> options) : DbContext(options)
{
    public DbSet<Todo> Todos => Set<Todo>();
}

record Todo(int Id, string Name, bool IsComplete);
